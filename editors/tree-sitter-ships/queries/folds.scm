(group) @fold
