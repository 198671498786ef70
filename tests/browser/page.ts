// A board that knows no rule: what may be clicked, what a click leads to and what stands where all come from the server, by
// gRPC-Web. A move is entered square by square, so that a capture with several jumps is shown as it is played.
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import { MoveView, type Move } from "./gen/tabuleiro/v1/move_pb.js";
import { RulesService, type NextStep } from "./gen/tabuleiro/v1/rules_service_pb.js";
import { PieceKind, Side } from "./gen/tabuleiro/v1/side_pb.js";
import { GameFamily, type Variant } from "./gen/tabuleiro/v1/catalogue_pb.js";
import type { MessageInitShape } from "@bufbuild/protobuf";
import type { GameSchema } from "./gen/tabuleiro/v1/game_pb.js";

const asked = new URLSearchParams(location.search);
const rules = createClient(RulesService, createGrpcWebTransport({ baseUrl: asked.get("server") ?? "http://localhost:50051" }));
const ruleset = { variant: asked.get("variant") ?? "brazilian" };
const part = (id: string) => document.getElementById(id)!;

const CHESS: Partial<Record<PieceKind, string>> = {
  [PieceKind.KING]: "♚",
  [PieceKind.QUEEN]: "♛",
  [PieceKind.ROOK]: "♜",
  [PieceKind.BISHOP]: "♝",
  [PieceKind.KNIGHT]: "♞",
  [PieceKind.PAWN]: "♟\uFE0E",
};

let variant: Variant;
/** Where the game stands: its first position, then the token of the last answer. */
let game: MessageInitShape<typeof GameSchema>;
/** The squares entered so far, and what they lead to. */
let entered: string[] = [];
let steps: NextStep[] = [];
let origins = new Set<string>();
/** What the half-entered move takes, which stays on the board until the move is whole. */
let taken: string[] = [];
/** Changes with every click, so that an answer that comes late is dropped. */
let turn = 0;

async function start() {
  const startPosition = asked.get("position") ?? "";
  game = { ruleset, standing: { case: "record", value: { startPosition } } };
  const catalogue = await rules.listVariants({ variants: [ruleset.variant], includeBoards: true });
  variant = catalogue.variants[0]!;
  part("title").textContent = variant.name;
  drawBoard();
  await play();
}

/** Plays a move, or none, and shows where the game stands then. */
async function play(move?: Move) {
  const actions = move
    ? [{ kind: { case: "move", value: { input: { case: "parts", value: {
        from: move.from, to: move.to, path: move.path, promotion: move.promotion,
        captured: move.captured.map((taken) => taken.square),
      } } } } } as const]
    : [];
  const answer = await rules.applyMove({ game, actions, includePieces: true });
  if (answer.rejection) {
    throw new Error(answer.rejection.violations[0]?.message);
  }
  const status = answer.status!;
  game = { ruleset, standing: { case: "state", value: status.state } };
  if (move) {
    const line = document.createElement("li");
    line.textContent = answer.results[0]?.played?.text ?? move.text;
    part("moves").append(line);
  }
  for (const square of squares()) {
    square.querySelector(".piece")?.remove();
  }
  for (const { square, side, kind } of status.position!.pieces) {
    const piece = document.createElement("span");
    piece.className = `piece ${side === Side.WHITE ? "white" : "black"}`;
    piece.dataset.kind = PieceKind[kind];
    piece.textContent = variant.family === GameFamily.CHESS ? (CHESS[kind] ?? "?") : kind === PieceKind.KING ? "♛" : "";
    squareOf(square)?.append(piece);
  }
  const legal = await rules.legalMoves({ game });
  origins = new Set(legal.origins.map((origin) => origin.from));
  const side = legal.sideToMove === Side.WHITE ? "White" : "Black";
  part("turn").textContent = legal.ending ? "The game is over" : `${side} to move`;
  enter([]);
}

/** Shows a half-entered move, and asks where it can go. */
async function enter(path: string[]) {
  const mine = (turn += 1);
  entered = path;
  steps = [];
  part("promotion").hidden = true;
  if (path.length === 0) {
    taken = [];
  }
  show();
  if (path.length === 0) {
    return;
  }
  const answer = await rules.legalMoves({ game, view: MoveView.STANDARD, partial: path });
  if (mine !== turn) {
    return;
  }
  steps = answer.nextSteps;
  const ending = answer.origins.flatMap((origin) => origin.moves).filter((move) => ends(move, path));
  if (steps.length === 0 && ending.length === 1) {
    await play(ending[0]);
  } else if (steps.length === 0 && ending.length > 1) {
    choose(ending);
  } else {
    show();
  }
}

/** Whether a move is entered to its end: its last square is the last one entered. */
function ends(move: Move, path: string[]) {
  return move.to === path.at(-1) && path.length > 1;
}

/** Several moves have the same squares: they differ in what the piece becomes. */
function choose(moves: Move[]) {
  const buttons = moves.map((move) => {
    const button = document.createElement("button");
    button.textContent = CHESS[move.promotion] ?? PieceKind[move.promotion]!;
    button.title = PieceKind[move.promotion]!.toLowerCase();
    button.dataset.promotion = PieceKind[move.promotion];
    button.onclick = () => told(play(move));
    return button;
  });
  part("promotion").replaceChildren(...buttons);
  part("promotion").hidden = false;
}

function click(square: string) {
  const step = steps.find((step) => step.to === square);
  if (step) {
    taken = step.captured ? [...taken, step.captured.square] : taken;
    told(enter([...entered, square]));
  } else {
    taken = [];
    told(enter(origins.has(square) && entered[0] !== square ? [square] : []));
  }
}

function drawBoard() {
  const board = part("board");
  const { files, ranks, squares: named } = variant.board!;
  const names = new Map(named.map((square) => [`${square.file},${square.rank}`, square.name]));
  board.className = variant.family === GameFamily.CHESS ? "chess" : "draughts";
  board.style.gridTemplateColumns = `repeat(${files}, 1fr)`;
  for (let rank = ranks - 1; rank >= 0; rank -= 1) {
    for (let file = 0; file < files; file += 1) {
      const name = names.get(`${file},${rank}`);
      const square = document.createElement("button");
      const dark = (file + rank) % 2 === 0;
      square.className = dark ? "square dark" : "square";
      if (name) {
        square.dataset.square = name;
        square.setAttribute("aria-label", name);
        square.onclick = () => click(name);
        const label = document.createElement("span");
        label.className = "name";
        label.textContent = name;
        square.append(label);
      } else {
        square.disabled = true;
      }
      board.append(square);
    }
  }
}

function show() {
  for (const square of squares()) {
    const name = square.dataset.square!;
    square.classList.toggle("origin", entered.length === 0 && origins.has(name));
    square.classList.toggle("entered", entered.includes(name));
    square.classList.toggle("going", taken.includes(name) || (entered.length > 1 && name === entered[0]));
    square.classList.toggle("target", steps.some((step) => step.to === name));
  }
  showHand();
}

/** The piece in hand is shown where it has come to. */
function showHand() {
  document.querySelector(".hand")?.remove();
  const piece = squareOf(entered[0] ?? "")?.querySelector(".piece");
  if (piece && entered.length > 1) {
    const hand = piece.cloneNode(true) as HTMLElement;
    hand.classList.replace("piece", "hand");
    squareOf(entered.at(-1)!)!.append(hand);
  }
}

const squares = () => document.querySelectorAll<HTMLElement>("[data-square]");
const squareOf = (name: string) => document.querySelector<HTMLElement>(`[data-square="${name}"]`);

/** A failure is told on the page, in the server's words. */
async function told(work: Promise<void>) {
  part("message").textContent = "";
  try {
    await work;
  } catch (error) {
    const failure = ConnectError.from(error);
    part("message").textContent = failure.code === Code.Unknown ? failure.rawMessage : failure.message;
  }
}

void told(start());
