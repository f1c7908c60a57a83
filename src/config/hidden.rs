//! Values that may contain a password, as they may be shown.

/// Shown in place of what must not be seen.
const HIDDEN: &str = "(hidden)";

/// What of such a value may be seen: of a URL all but its password, of anything else nothing.
pub(super) fn shown(value: &str) -> String {
    if value.starts_with("sqlite:") {
        return value.to_owned();
    }
    url_without_password(value).unwrap_or_else(|| HIDDEN.to_owned())
}

/// None of what is no URL, and where a password may stand elsewhere than it should.
fn url_without_password(value: &str) -> Option<String> {
    let (scheme, rest) = value.split_once("://")?;
    let (place, parameters) = match rest.split_once('?') {
        Some((place, parameters)) => (place, Some(parameters)),
        None => (rest, None),
    };
    let (user, host) =
        place.rsplit_once('@').map_or((None, place), |(user, host)| (Some(user), host));
    let is_misplaced = |text: &str| text.contains('@');
    if is_misplaced(parameters.unwrap_or_default()) || user.is_some_and(is_misplaced) {
        return None;
    }
    let user = user.map_or_else(String::new, |user| match user.split_once(':') {
        Some((name, _)) => format!("{name}:{HIDDEN}@"),
        None => format!("{user}@"),
    });
    let parameters = parameters.map_or_else(String::new, |all| {
        let shown: Vec<String> = all.split('&').map(parameter).collect();
        format!("?{}", shown.join("&"))
    });
    Some(format!("{scheme}://{user}{host}{parameters}"))
}

fn parameter(parameter: &str) -> String {
    match parameter.split_once('=') {
        Some((name, _)) if !SEEN.contains(&name) => format!("{name}={HIDDEN}"),
        _ => parameter.to_owned(),
    }
}

/// Parameters whose values are no secret.
const SEEN: [&str; 8] = [
    "host",
    "port",
    "sslmode",
    "sslrootcert",
    "application_name",
    "connect_timeout",
    "target_session_attrs",
    "channel_binding",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_url_only_the_password_is_hidden() {
        for (value, seen) in [
            ("sqlite:/srv/citable.sqlite", "sqlite:/srv/citable.sqlite"),
            ("postgres://db.example/citable", "postgres://db.example/citable"),
            ("postgres://ada@db.example/citable", "postgres://ada@db.example/citable"),
            (
                "postgresql://ada:s3cret@a.example:5432,b.example/citable?sslmode=require",
                "postgresql://ada:(hidden)@a.example:5432,b.example/citable?sslmode=require",
            ),
            ("smtps://ada:s3:cret@mail.example:465", "smtps://ada:(hidden)@mail.example:465"),
            (
                "postgres:///citable?host=a&password=s3cret&sslmode=disable",
                "postgres:///citable?host=a&password=(hidden)&sslmode=disable",
            ),
        ] {
            assert_eq!(shown(value), seen);
        }
    }

    #[test]
    fn what_may_be_a_password_is_hidden_whole() {
        for value in [
            "s3cret",
            "postgres://ada:s3?cret@db.example/citable",
            "postgres://ada:s3@cret@db.example/citable",
            "smtp:ada:s3cret@mail.example",
        ] {
            assert_eq!(shown(value), HIDDEN, "{value}");
        }
    }
}
