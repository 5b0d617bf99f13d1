"""Counts sequences of moves of Hasami Shogi and Brandubh, square by square: what tests/it/perft.rs compares with.

It shares nothing with the engine. `python3 custodial.py hasami 4` prints the counts to that depth;
`python3 custodial.py hasami 3 BOARD` those from another position, the first player to move.
"""

import sys

SIDES = [(1, 0), (-1, 0), (0, 1), (0, -1)]


class Hasami:
    """Men of a and b; each moves as a rook, and takes rows of enemies between two of its own, or one in a corner."""

    size = 9

    pieces = {"M": "a", "m": "b"}
    start = "mmmmmmmmm/9/9/9/9/9/9/9/MMMMMMMMM"

    def lands(self, board, piece, square):
        return True

    def taken(self, board, piece, at):
        gone = set()
        for dx, dy in SIDES:
            row = []
            x, y = at[0] + dx, at[1] + dy
            while board.get((x, y)) not in (None, piece):
                row.append((x, y))
                x, y = x + dx, y + dy
            if board.get((x, y)) == piece:
                gone.update(row)
        for corner in [(0, 0), (0, 8), (8, 0), (8, 8)]:
            beside = [(corner[0] + dx, corner[1] + dy) for dx, dy in SIDES]
            beside = [it for it in beside if on_board(self, it)]
            mine = all(board.get(it) == piece for it in beside)
            if at in beside and mine and board.get(corner) not in (None, piece):
                gone.add(corner)
        return gone

    def owner(self, piece):
        return piece

    def is_over(self, board, moved, piece, at, taken):
        return sum(it != moved for it in board.values()) <= 1


class Brandubh:
    """Attackers (m) begin against defenders (d) and a king (k)."""

    size = 7
    throne = (3, 3)
    corners = [(0, 0), (0, 6), (6, 0), (6, 6)]

    pieces = {"M": "m", "d": "d", "k": "k"}
    start = "3M3/3M3/3d3/MMdkdMM/3d3/3M3/3M3"

    def owner(self, piece):
        return "a" if piece == "m" else "b"

    def lands(self, board, piece, square):
        return piece == "k" or square != self.throne and square not in self.corners

    def taken(self, board, piece, at):
        mine = self.owner(piece)

        def hostile(square):
            if square in board:
                return self.owner(board[square]) == mine or square in self.corners
            return square in self.corners or square == self.throne

        gone = set()
        for dx, dy in SIDES:
            prey, behind = (at[0] + dx, at[1] + dy), (at[0] + 2 * dx, at[1] + 2 * dy)
            if prey not in board or self.owner(board[prey]) == mine:
                continue
            by_throne = [self.throne] + [(self.throne[0] + x, self.throne[1] + y) for x, y in SIDES]
            if board[prey] != "k":
                if on_board(self, behind) and hostile(behind):
                    gone.add(prey)
            elif prey in by_throne:
                beside = [(prey[0] + x, prey[1] + y) for x, y in SIDES]
                if all(it == self.throne or board.get(it) == "m" for it in beside):
                    gone.add(prey)
            elif on_board(self, behind) and hostile(behind):
                gone.add(prey)
        return gone

    def is_over(self, board, moved, piece, at, taken):
        return "k" in taken or piece == "k" and at in self.corners


def on_board(game, square):
    return all(0 <= it < game.size for it in square)


def read(game, text):
    board = {}
    for down, row in enumerate(text.split("/")):
        x = 0
        for sign in row:
            if sign.isdigit():
                x += int(sign)
            else:
                board[x, game.size - 1 - down] = game.pieces[sign]
                x += 1
    return board


def moves(game, board, side):
    for at, piece in list(board.items()):
        if game.owner(piece) != side:
            continue
        for dx, dy in SIDES:
            to = (at[0] + dx, at[1] + dy)
            while on_board(game, to) and to not in board:
                if game.lands(board, piece, to):
                    yield at, to
                to = (to[0] + dx, to[1] + dy)


def count(game, board, side, depth):
    if depth == 1:
        return sum(1 for _ in moves(game, board, side))
    total = 0
    for at, to in moves(game, board, side):
        after = dict(board)
        piece = after.pop(at)
        after[to] = piece
        taken = [after.pop(it) for it in game.taken(after, piece, to)]
        if not game.is_over(after, side, piece, to, taken):
            total += count(game, after, "b" if side == "a" else "a", depth - 1)
    return total


if __name__ == "__main__":
    game = {"hasami": Hasami, "brandubh": Brandubh}[sys.argv[1]]()
    board = read(game, sys.argv[3] if len(sys.argv) > 3 else game.start)
    for depth in range(1, int(sys.argv[2]) + 1):
        print(depth, count(game, board, "a", depth), flush=True)
