"""Players that think ahead: roll-outs in imagined worlds, by any strategy of any game that can imagine.

thinking  the search itself, written once     making  the search bound to a game and to who plays its roll-outs
surveying  all options of a decision, played out equally often
"""
