(tag) @module
(keyword) @keyword
(player) @variable.builtin
(class) @type
[(direction) (movement) (rules) (option)] @constant.builtin
(number) @number
(text) @string
(output) @comment
[(unknown) (unexpected)] @error
