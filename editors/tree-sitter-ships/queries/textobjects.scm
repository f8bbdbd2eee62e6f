; Neovim's names, then Helix's.
(group) @class.outer @class.around
(group (tag) . (_)+ @class.inner @class.inside . (tag))
(command [(number) (class) (player) (direction) (movement) (rules) (option)] @parameter.inner @parameter.inside)
