#!/usr/bin/env python3
"""Plays games between `koma usi` and another engine, from varied openings, each opening twice with the sides changed.

    match.py --koma target/release/koma --variant mini_shogi --set repetition=first-loses \
             --other "fairy-stockfish" --uci-variant minishogi --games 200 --movetime 100

The other engine speaks UCI; with `--other-usi COMMAND` it speaks USI (another build of koma, say). Koma referees: every
turn is checked by `koma moves`. Without `--other` or `--other-usi`, the other side moves at random.
"""

import argparse, json, math, random, subprocess, sys


class Engine:
    def __init__(self, command, usi):
        self.usi = usi
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.say("usi" if usi else "uci")
        self.wait("usiok" if usi else "uciok")

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait(self, word):
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError("the engine has gone")
            if line.split()[:1] == [word]:
                return line.split()

    def option(self, name, value):
        self.say(f"setoption name {name} value {value}")

    def new_game(self):
        self.say("usinewgame" if self.usi else "ucinewgame")
        self.say("isready")
        self.wait("readyok")

    def best(self, position, limit):
        self.say(position)
        self.say(f"go {limit}")
        return self.wait("bestmove")[1]


class Board:
    """The game, as koma itself sees it."""

    def __init__(self, arguments, start):
        self.arguments, self.start, self.turns = arguments, start, []
        self.cache = {}

    def state(self, turns):
        key = tuple(turns)
        if key not in self.cache:
            command = [self.arguments.koma, "moves", self.arguments.variant, "--json"]
            for it in self.arguments.set:
                command += ["--set", it]
            if self.start:
                command += ["--position", self.start]
            out = subprocess.run(command + list(turns), capture_output=True, text=True).stdout
            self.cache = {key: json.loads(out)}
        return self.cache[key]


def to_usi(turn, files, ranks):
    def square(text):
        return f"{files - (ord(text[0]) - 97)}{chr(97 + ranks - int(text[1:]))}"

    if "*" in turn:
        return turn[: turn.index("*") + 1] + square(turn[turn.index("*") + 1 :])
    return square(turn[:2]) + square(turn[2:4]) + turn[4:]


def from_usi(turn, files, ranks):
    def square(text):
        return f"{chr(97 + files - int(text[0]))}{ranks - (ord(text[1]) - 97)}"

    if "*" in turn:
        return turn[: turn.index("*") + 1] + square(turn[turn.index("*") + 1 :])
    return square(turn[:2]) + square(turn[2:4]) + turn[4:]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--koma", required=True)
    parser.add_argument("--variant", required=True)
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("--start", help="a position instead of the start: BOARD SIDE HANDS")
    parser.add_argument("--other")
    parser.add_argument("--other-usi")
    parser.add_argument("--uci-variant")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--movetime", type=int, default=100)
    parser.add_argument("--go", help="what koma is told instead, such as `nodes 2000`")
    parser.add_argument("--opening", type=int, default=4, help="random turns before the engines play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=int, default=300)
    arguments = parser.parse_args()
    dice = random.Random(arguments.seed)
    first = Board(arguments, arguments.start)
    position = first.state([])["position"]
    rows = position.split()[0].split("/")
    ranks = len(rows)
    files = sum(int(c) if c.isdigit() else (0 if c == "+" else 1) for c in rows[0])

    command = [arguments.koma, "usi", arguments.variant]
    for it in arguments.set:
        command += ["--set", it]
    koma = Engine(command, True)
    other = None
    if arguments.other_usi:
        command = arguments.other_usi.split() + ["usi", arguments.variant]
        for it in arguments.set:
            command += ["--set", it]
        other = Engine(command, True)
    elif arguments.other:
        other = Engine(arguments.other.split(), False)
        other.option("UCI_Variant", arguments.uci_variant)
        other.option("Threads", 1)
        other.option("Hash", 64)
    limit = f"movetime {arguments.movetime}"

    def ask(engine, board, turns, limit):
        start = board.start or position
        if engine.usi:
            moves = " ".join(to_usi(it, files, ranks) for it in turns)
            best = engine.best(f"position sfen {start} 1 moves {moves}", limit)
            return best if best in ("resign", "win") else from_usi(best, files, ranks)
        cells, side, hands = start.split()[:3]
        fen = f"{cells}[{hands}] {'w' if side == 'b' else 'b'} 0 1"
        moves = " ".join(it.replace("*", "@") for it in turns)
        return engine.best(f"position fen {fen} moves {moves}", limit).replace("@", "*")

    score = [0, 0, 0]
    opening = []
    for game in range(arguments.games):
        if game % 2 == 0:
            while True:
                opening = []
                board = Board(arguments, arguments.start)
                for _ in range(dice.choice([arguments.opening, arguments.opening + 1])):
                    acts = board.state(opening)["acts"]
                    if not acts:
                        break
                    opening.append(dice.choice(acts))
                state = board.state(opening)
                if state["outcome"] or not state["acts"]:
                    continue
                # An opening that is lost at once tells nothing.
                koma.say(f"position sfen {state['position']} 1")
                koma.say("go nodes 3000")
                value = 0
                while True:
                    line = koma.process.stdout.readline().split()
                    if line[:1] == ["bestmove"]:
                        break
                    if "cp" in line:
                        value = int(line[line.index("cp") + 1])
                    elif "mate" in line:
                        value = 9999
                if abs(value) < 250:
                    break
        koma_is_first = game % 2 == 0
        board = Board(arguments, arguments.start)
        turns = list(opening)
        for engine in (koma, other):
            if engine:
                engine.new_game()
        result, why = 0.5, "too long"
        while len(turns) < arguments.longest:
            state = board.state(turns)
            if state["outcome"]:
                outcome = state["outcome"]
                why = outcome["by"]
                if outcome["result"] == "win":
                    result = 1.0 if (outcome["winner"] == "first") == koma_is_first else 0.0
                break
            is_koma = (state["to_move"] == "first") == koma_is_first
            if is_koma:
                turn = ask(koma, board, turns, arguments.go or limit)
            elif other:
                turn = ask(other, board, turns, arguments.go if other.usi and arguments.go else limit)
            else:
                turn = dice.choice(state["acts"])
            if turn not in state["acts"]:
                why = f"{'koma' if is_koma else 'other'} plays {turn}"
                result = 0.0 if is_koma else 1.0
                if is_koma or turn not in ("resign", "(none)", "0000"):
                    print("ILLEGAL", why, board.state(turns)["position"], flush=True)
                break
            turns.append(turn)
        score[[1.0, 0.5, 0.0].index(result)] += 1
        n = game + 1
        mean = (score[0] + score[1] / 2) / n
        error = 1.96 * math.sqrt(max(mean * (1 - mean), 1e-9) / n)
        print(
            f"game {n}: {result} by {why} after {len(turns)}; +{score[0]} ={score[1]} -{score[2]}"
            f"  {100 * mean:.1f} % ± {100 * error:.1f}",
            flush=True,
        )
    for engine in (koma, other):
        if engine:
            engine.say("quit")


main()
