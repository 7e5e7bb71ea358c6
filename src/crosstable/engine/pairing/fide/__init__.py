"""The FIDE Dutch system (C.04.3, in force since 1 February 2026), exact.

How a round is paired, module by module, from the ground up:

| module                        | what it does |
|-------------------------------|--------------|
| options, baku, initial_color  | what the organiser fixes |
| player, scorebook             | what is known of each player before the round |
| bitsets, alternating          | sets as numbers, matchings on them |
| facts                         | who may meet whom, scoregroups, who can get the bye (C1 to C5) |
| bracket, criteria             | one bracket, and C6 to C21 in one ranked tuple |
| bracket_graph, stages         | the best candidates, criterion by criterion |
| earliest, exchanges           | the first of them in the order of article 4 |
| lookahead, absorbers, weighted_method, bitset_method | the proof that it is the answer |
| weighted, weighted_bracket, weighted_method | the second method, for what the first cannot prove |
| colors, dutch                 | colours, whole rounds |

docs/algorithms/dutch.md tells the method as a whole.
"""
