"""The Guardians of Haversack refereed plainly, as the rulebook tells it, for reading and not for speed.

rulebook    the numbers, the Adventure board's map, the rulings
table       what lies on the table: boards, bags, gains areas
movement    Moving the Guardians, Special Spaces and Tokens
abilities   Special Abilities of the Guardians, Chests and Items: what is done from where one stands
adventure   Phase 2
glory       Phase 3, End of the Game
rounds      Setup, Phases 1, 4 and 5, Course of Play

It shares nothing with the kernel but the rules file; chance is told to it (`table.Chance`).
"""
