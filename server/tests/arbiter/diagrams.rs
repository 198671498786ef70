//! Diagrams.

use super::*;

#[tokio::test]
async fn a_diagram_is_drawn_for_either_game_in_text_and_svg() {
    let mut rules = RulesServiceClient::new(channel().await);
    let mut draw = async |variant: &str, format: v1::DiagramFormat| {
        let request = v1::RenderBoardRequest {
            game: at(variant, ""),
            format: format.into(),
            ..v1::RenderBoardRequest::default()
        };
        rules
            .render_board(request)
            .await
            .expect("an answer")
            .into_inner()
    };
    let ascii = draw("chess", v1::DiagramFormat::Ascii).await;
    assert!(ascii.diagram.contains("r") && ascii.media_type.starts_with("text/plain"));
    let svg = draw("international", v1::DiagramFormat::Svg).await;
    assert!(svg.diagram.starts_with("<svg") && svg.media_type == "image/svg+xml");
    assert!(svg.description.starts_with("W:"), "{}", svg.description);
}
