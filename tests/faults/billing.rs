//! Payment events that arrive while the process dies, and are sent again until they are taken.

use citable_actors::billing::sign;

use super::*;

const EMAIL: &str = "ada@people.example";
const SECRET: &str = "whsec_of_the_faults";
const DAY: i64 = 24 * 60 * 60;
/// Events of one round.
const EVENTS: i64 = 60;

fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    i64::try_from(since.as_secs()).unwrap()
}

fn selling(data: &TempDir) -> Program {
    Program::serve(BINARY, data.path(), |command| {
        command
            .env("CITABLE_BILLING_SECRET_KEY", "sk_test_faults")
            .env("CITABLE_BILLING_WEBHOOK_SECRET", SECRET)
            .env("CITABLE_BILLING_PRICE_PRO_MONTHLY", "price_pro")
            .env("CITABLE_BILLING_PRICE_PRO_YEARLY", "price_pro_y")
            .env("CITABLE_BILLING_PRICE_AGENCY_MONTHLY", "price_agency");
    })
}

/// The events of a round: plans that change, the last one being agency.
fn log(account: &str, round: u64, start: i64) -> Vec<String> {
    let event = |number: i64| {
        let last = number == EVENTS - 1;
        let price = if last || number % 2 == 0 { "price_agency" } else { "price_pro" };
        let status = if !last && number % 5 == 0 { "canceled" } else { "active" };
        let object = json!({
            "id": "sub_1", "customer": "cus_1", "status": status,
            "current_period_end": start + 30 * DAY + number,
            "items": { "data": [{ "price": { "id": price } }] },
            "metadata": { "user_id": account },
        });
        json!({
            "id": format!("evt_{round}_{number}"), "type": "customer.subscription.updated",
            "created": start + number, "data": { "object": object },
        })
        .to_string()
    };
    let mut events: Vec<String> = (0..EVENTS).map(event).collect();
    for place in (1..events.len()).rev() {
        let other = random(u64::try_from(place).unwrap() + 1);
        events.swap(place, usize::try_from(other).unwrap());
    }
    events
}

/// Whether it was taken, and if so, whether it had been before.
fn send(client: &Client, event: &str) -> Option<bool> {
    let signature = sign(SECRET, now(), event.as_bytes());
    let headers = [("payment-signature", signature.as_str())];
    let answer = client.try_post_with("/api/v1/payments/webhook", &headers, event)?;
    (answer.status == 200).then(|| answer.json()["duplicate"].as_bool().unwrap())
}

#[test]
fn events_that_meet_a_kill_end_in_the_plan_of_the_last() {
    let data = TempDir::new().unwrap();
    admin(&data, &["account", "create", EMAIL]);
    let issued = admin(&data, &["key", "issue", EMAIL, "--name", "k", "--scopes", "read"]);
    let bearer = format!("Bearer {}", issued["token"].as_str().unwrap());
    let me = |client: &Client| {
        client.send("GET", "/auth/me", &[("authorization", bearer.as_str())], None).json()
    };
    let program = selling(&data);
    let account = me(&Client::of(program.base()))["user"]["id"].as_str().unwrap().to_owned();
    program.kill();
    for round in 0..rounds() {
        let start = now() + i64::try_from(round).unwrap() * EVENTS;
        let events = log(&account, round, start);
        let program = selling(&data);
        let client = Client::of(program.base());
        let life = Duration::from_millis(5 + random(LONGEST_LIFE / 2));
        let killer = std::thread::spawn(move || {
            std::thread::sleep(life);
            program.kill()
        });
        let taken = events.iter().take_while(|event| send(&client, event).is_some()).count();
        killer.join().unwrap();

        let program = selling(&data);
        let client = Client::of(program.base());
        for (number, event) in events.iter().enumerate() {
            let known = send(&client, event).unwrap();
            assert!(known || number >= taken, "what was taken is not lost");
        }
        assert_eq!(me(&client)["plan"], "agency");
        println!("round {round}: {taken} of {EVENTS} events taken before the kill");
        program.kill();
        let until = format!("select plan_until / 1000 from accounts where id = '{account}'");
        let end = usize::try_from(start + 30 * DAY + EVENTS - 1).unwrap();
        assert_eq!(count(&data, &until), end);
    }
    let events = count(&data, "select count(*) from billing_events");
    let sent = usize::try_from(EVENTS).unwrap() * usize::try_from(rounds()).unwrap();
    assert_eq!(events, sent, "each of them once");
}
