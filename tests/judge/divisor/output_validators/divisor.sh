#!/bin/sh
# Accepts a divisor of the number in the input, other than 1 and that number. Its score is the share of
# the largest one, which is the answer, of the points in the argument.
read -r number < "$1"
read -r largest < "$2"
read -r divisor rest || divisor=
case $divisor in
    '' | *[!0-9]*) echo "expected a number" > "$3/judgemessage.txt"; exit 43 ;;
esac
if [ -n "$rest" ] || [ "$divisor" -le 1 ] || [ "$divisor" -ge "$number" ] || [ $((number % divisor)) -ne 0 ]; then
    echo "$divisor does not divide $number" > "$3/judgemessage.txt"
    exit 43
fi
echo "$((divisor * $4 / largest))" > "$3/score.txt"
exit 42
