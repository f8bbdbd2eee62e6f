read -r number
echo $((number / 2))
