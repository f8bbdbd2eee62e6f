read -r number
divisor=2
while [ $((number % divisor)) -ne 0 ]; do divisor=$((divisor + 1)); done
echo "$divisor"
