//! Variants written for what the shipped ones leave out.

/// Games that nobody plays: between them they use every word that the shipped variants leave out.
pub const ODD: [(&str, &str); 5] = [
    ("faces", FACES),
    ("storeys", STOREYS),
    ("ways", WAYS),
    ("tiny", TINY),
    ("fires", FIRES),
];

/// Several faces, drops as another kind, passing, a turn that depends, a breach that loses, a mirrored board.
const FACES: &str = r#"
koma = 1
game.name         = "Faces"
board.size        = "5x5"
board.turned      = "mirror"
board.start       = "kcn1p/2p2/5/2P2/KCN1P"
board.hands       = "PNpn"
board.coordinates = "usi"
board.sides       = "xo"
squares.camp      = "last 2 ranks"
squares.shelter   = "(next to own king) in not camp"
groups.minor      = "pawn or knight"
turn.rich         = { while = "own hand holds at least 4 minor", acts = "one of drop to first 3 ranks, move king" }
turn.play.acts    = "one of move, drop, pass"
capture.to        = "hand"
promote.camp      = { may = "move touching camp", must = "move to stuck" }
promote.strike    = { must = "move capturing minor", pieces = "chariot" }
[pieces]
king    = { letter = "K",  moves = "step any" }
pawn    = { letter = "P",  moves = "step forward onto empty, step forward-diagonal onto enemy", becomes = "gold or guard" }
knight  = { letter = "N",  moves = "leap forward (1,2)", becomes = "gold", drops_as = "knight or guard" }
chariot = { letter = "C",  moves = "slide orthogonal", becomes = "dragon or guard" }
gold    = { letter = "G",  moves = "step any except backward-diagonal", in_hand_as = "pawn" }
guard   = { letter = "+G", in_hand_as = "pawn", moves = """step forward-diagonal from first 2 ranks,
  step forward within files a..b, slide backward 2 through rank 4, step sideways onto (own king in file c)""" }
dragon  = { letter = "D~", moves = "as chariot, as king", in_hand_as = "chariot" }
[forbid]
self-check = { if = "some own king attacked by enemy" }
dead-drop  = { act = "drop to stuck" }
two-pawns  = { act = "drop pawn to file of 2 own pawn" }
retreat    = { act = "move king or gold to backward of origin", breach = "loses" }
shy        = { act = "move promoting from camp", if = "some target next to enemy king" }
smother    = { act = "drop", if = "enemy cannot act" }
modest     = { act = "move capturing", while = ["own hand holds at least 3 minor", "own is second"] }
drop-mate  = { act = "drop pawn or knight", if = "mate of enemy king" }
rash       = { act = "drop chariot", if = "mate of own king", breach = "loses" }
[end]
mate      = { when = "mate of enemy king", result = "own wins" }
stalemate = { when = "enemy cannot act", result = "draw" }
rich      = { for = "each", when = ["own hand holds at least 5 minor", "enemy hand holds nothing"], result = "enemy wins" }
home      = { for = "each", when = ["move king to first rank", "no own in enemy shelter"], result = "second wins" }
perpetual = { for = "each", when = ["repeated 3 times", "throughout some enemy king attacked by own"], result = "enemy wins" }
circle    = { when = "repeated 3 times in a row", result = "draw" }
again     = { when = "repeated 4 times", result = "first wins" }
[reading.safety]
clause  = "F-1"
default = "needed"
is.none = { forbid.self-check = false }
[reading.mate]
clause  = "F-2"
default = "any"
is.flight = { end.mate.when = "mate of enemy king answered only by move king or gold to not camp" }
"#;

/// Layers, neutral pieces that can be taken, turns of several acts, chains and lines, ends after an act.
const STOREYS: &str = r##"
koma = 1
game.name    = "Storeys"
board.size   = "5x5"
board.turned = "half-turn"
board.layers = ["ground", "men", "air"]
board.start  = "(mb)mlm(mb)/5/1*#*1/5/(MB)MLM(MB)"
squares.home = "first rank"
squares.road = "chain forward of (own man or any rock) from home"
turn.play.acts = "any of move man to enemy home once, move man twice, move bird once, move lord or bird once, drop once"
turn.tired     = { while = "at most 2 own", acts = "one of move, pass" }
capture.to     = "hand"
promote.wings  = { may = "move man from next to own bird capturing" }
[pieces]
man     = { letter = "M", layer = "men", moves = "step forward, step any except forward onto (empty or enemy man or any boulder)", becomes = "lord" }
lord    = { letter = "L", layer = "men", moves = "step orthogonal onto not (own lord or own man), slide forward 2..3 onto enemy bird", in_hand_as = "man" }
bird    = { letter = "B", layer = "air", moves = "slide diagonal onto not own bird through not any bird, step sideways onto own man" }
rock    = { letter = "*", layer = "ground", owner = "nobody" }
boulder = { letter = "#", layer = "men", owner = "nobody" }
[forbid]
carrying = { act = "move man from own bird" }
exposed  = { act = "move lord", if = "some target attacked by enemy bird" }
crowd    = { act = "drop", if = "some target in (rank of 3 own man)" }
[end]
taken   = { at = "act", when = "move capturing lord", result = "own wins" }
bridge  = { for = "each", when = "some road in last rank", result = "own wins" }
nest    = { at = "act", for = "each", when = ["move bird to enemy home", "some own bird attacked by enemy"], result = "enemy wins" }
perch   = { when = "move bird to next to enemy lord", result = "own wins" }
escort  = { when = "move bird to (next to own man) in enemy home", result = "own wins" }
mate    = { when = "mate of enemy lord", result = "own wins" }
blocked = { for = "each", when = "enemy cannot act", result = "own wins" }
again   = { when = "repeated 2 times", result = "draw" }
"##;

/// Movement with all its clauses, attacks on some kinds only, captures of own pieces, captured pieces gone for good.
const WAYS: &str = r#"
koma = 1
game.name      = "Ways"
board.size     = "5x6"
board.turned   = "half-turn"
board.start    = "relhk/1s1s1/5/5/1S1S1/KHLER"
squares.half   = "first 3 ranks"
squares.palace = "(files a..c) in (first 2 ranks)"
squares.near   = "palace or (forward-left of own king) or enemy palace"
turn.play.acts = "one of move"
promote.far    = { may = "move soldier to (last rank or enemy palace)", must = "move soldier from last 2 ranks to last rank" }
[pieces]
king     = { letter = "K", moves = "step orthogonal within palace, slide forward onto enemy king" }
rook     = { letter = "R", moves = "slide orthogonal 2.., step diagonal onto own soldier" }
elephant = { letter = "E", moves = "slide diagonal 1..2 within half through (empty or own soldier)" }
lancer   = { letter = "L", moves = """slide forward through not enemy king onto (enemy or file of 3 any),
  slide sideways onto (rank of 2 enemy), step backward onto next to enemy""" }
horse    = { letter = "H", moves = "leap (1,2) from near onto not own king, leap backward (1,2) or (0,1)" }
soldier  = { letter = "S", moves = "step forward, step sideways from last 3 ranks", becomes = "rook or horse" }
[forbid]
facing  = { if = "some own king attacked by enemy" }
greedy  = { act = "move rook capturing horse or soldier", if = ["some target attacked by enemy", "no target attacked by own"], breach = "loses" }
empty   = { act = "move from palace", if = "at most 1 own in palace" }
proud   = { act = "move soldier or horse", if = "some target attacked by own lancer" }
trapped = { act = "move soldier", if = ["enemy cannot act", "no enemy king attacked by own"] }
[end]
mate  = { when = "mate of enemy king answered only by move from palace or near", result = "own wins" }
stuck = { when = "enemy cannot act", result = "second wins" }
bare  = { when = ["no own except own king", "some enemy except enemy king"], result = "enemy wins" }
camp  = { for = "each", when = "at least 3 own in enemy palace", result = "own wins" }
again = { when = "repeated 3 times", result = "draw" }
"#;

/// Effects of moves and drops: rows between pieces, neighbours, what lies ahead, the acting piece itself; into the hand and
/// out of the game; a guarded king whose lines they open and close.
const FIRES: &str = r#"
koma = 1
game.name      = "Fires"
board.size     = "5x5"
board.turned   = "half-turn"
board.start    = "kr1dp/p2p1/5/1P2P/PD1RK"
squares.edge   = "file a or file e or first rank or last rank"
turn.play.acts = "one of move, drop"
capture.to     = "hand"
promote.strike = { may = "move capturing", pieces = "pawn" }
[pieces]
king  = { letter = "K", moves = "step any" }
rook  = { letter = "R", moves = "slide orthogonal" }
demon = { letter = "D", moves = "slide diagonal onto empty, step any" }
pawn  = { letter = "P", moves = "step forward", becomes = "guard" }
guard = { letter = "G", moves = "step orthogonal", in_hand_as = "pawn" }
[effect]
flank  = { act = "move pawn or guard", removes = "run any of (enemy except enemy king) between target and own" }
burn   = { act = "move demon to not next to enemy demon", removes = "(enemy except any king) next to target", to = "out" }
burnt  = { act = "move", removes = "(target next to enemy demon) except own king" }
charge = { act = "move rook capturing", removes = "run onward 1..2 of (any except any king) from target", to = "out" }
wake   = { act = "move rook", removes = "run back of enemy pawn from origin", to = "hand" }
drop   = { act = "drop pawn", removes = "enemy in edge orthogonal of target except orthogonal of empty" }
[forbid]
self-check = { if = "some own king attacked by enemy" }
waste      = { act = "move demon capturing", if = "no own pawn" }
lonely     = { act = "move rook", if = "some run aside of empty between target and enemy" }
drop-mate  = { act = "drop pawn", if = "mate of enemy king" }
[end]
mate     = { when = "mate of enemy king", result = "own wins" }
blocked  = { when = "enemy cannot act", result = "own wins" }
disarmed = { when = "move capturing rook or demon", result = "own wins" }
again    = { when = "repeated 3 times", result = "draw" }
"#;

/// So small that what is forbidden for what it leads to is often all that is left.
const TINY: &str = r#"
koma = 1
game.name      = "Tiny"
board.size     = "3x3"
board.turned   = "half-turn"
board.start    = "mkp/3/PKM"
turn.play.acts = "one of move, drop pawn"
capture.to     = "hand"
[pieces]
king = { letter = "K", moves = "step orthogonal" }
man  = { letter = "M", moves = "step any onto empty", in_hand_as = "pawn" }
pawn = { letter = "P", moves = "step forward or left" }
[forbid]
self-check = { if = "some own king attacked by enemy" }
smother    = { if = "enemy cannot act" }
rush       = { act = "move pawn", if = "mate of enemy king" }
[end]
stuck = { when = "enemy cannot act", result = "enemy wins" }
mate  = { when = "mate of enemy king", result = "own wins" }
again = { when = "repeated 3 times", result = "draw" }
[reading.safety]
clause  = "T-1"
default = "needed"
is.none = { forbid.self-check = false }
[reading.smother]
clause  = "T-2"
default = "any"
is.drop = { forbid.smother.act = "drop" }
"#;
