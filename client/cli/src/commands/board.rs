//! The board above an answer: drawn here where the variant was typed and is known, else by the service, which knows it from the
//! state.

use tabuleiro_client::{Client, DiagramFormat, v1};

use crate::{
    args::{GameArgs, Global},
    failure::Failure,
    output::board::{self, Drawer},
    rules,
};

/// Whether the pieces of a position are those of chess: the text of a position of draughts begins with a side and a colon.
pub(super) fn is_chess(position: &v1::Position) -> bool {
    !matches!(position.fen.as_bytes(), [_, b':', ..])
}

/// The position with the squares that changed marked. `game` is what stands so, for the service. None: it cannot be drawn, and its
/// text must do.
pub(super) async fn drawn(
    args: &GameArgs,
    global: &Global,
    client: &Client,
    game: v1::Game,
    position: &v1::Position,
    changes: &[v1::SquareChange],
) -> Result<Option<String>, Failure> {
    let rulebook = global.rulebook.as_deref().unwrap_or_default();
    let switches = rules::switches(global)?;
    let drawer = args.variant.as_deref();
    let drawer = drawer.and_then(|variant| Drawer::new(variant, rulebook, &switches));
    if let Some(drawer) = drawer {
        return Ok(Some(drawer.draw(position, changes)));
    }
    let mut call = client.render_board(game).format(DiagramFormat::Ascii);
    for change in changes {
        let style = match (&change.before, &change.after) {
            (Some(before), None) if before.side == position.side_to_move => v1::MarkStyle::Cross,
            _ => v1::MarkStyle::Highlight,
        };
        call = call.mark(&change.square, style);
    }
    // The answer has been given: a board that fails to come is no failure of the command.
    let diagram = call.send().await.ok();
    Ok(diagram.map(|answer| board::coloured(&answer.diagram, is_chess(position))))
}
