//! Messages as they are serialised.
#![cfg(feature = "serde")]

use admiralty_message::{Fact, Message, message};

#[test]
fn a_message_for_translation_has_names_and_facts() {
    let ship = message!("ship", [index = 3], "ship {index}");
    let lost = Fact::List(vec![ship.clone(), Message::from("x")]);
    let range = Fact::Hundredths(1205);
    let mut message = message!(
        "all",
        [ship, lost, range, word = "CAR"],
        "{ship}, {lost}, {range}, {word}"
    );
    let json = |message: &Message| serde_json::to_value(message).expect("JSON");
    assert_eq!(json(&message), "ship 3, ship 3 and x, 12.05, CAR");
    message.translate();
    let ship = serde_json::json!(["ship", { "index": 3 }]);
    let facts =
        serde_json::json!({ "ship": ship, "lost": [ship, "x"], "range": 12.05, "word": "CAR" });
    assert_eq!(json(&message), serde_json::json!(["all", facts]));
}
