"""When a game is decided: the chances of winning by round, the point of no return, whether leaders run away."""
