//! API keys as callers see them.

use std::fmt;

use citable_schema::{AccountRow, KeyRow, KeySource, NewKey};

use super::account::Account;
use super::token::new_key_token;
use crate::ids::{Prefix, new_id};
use crate::secrets::hash_of;

/// Characters at the end of a token by which its owner knows it.
const SHOWN_CHARACTERS: usize = 4;

/// What a key may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// Read reports, history and the account's usage. Every key may.
    Read,
    /// Start scans.
    Scan,
    /// Change monitors.
    Monitors,
    /// Change the webhook endpoint. Only keys from before scopes carry it.
    Webhooks,
    /// Once let keys into billing. Only keys from before scopes carry it.
    Billing,
}

impl Scope {
    const ALL: [Self; 5] = [Self::Read, Self::Scan, Self::Monitors, Self::Webhooks, Self::Billing];
    /// Those that a new key may carry.
    pub const OFFERED: [Self; 3] = [Self::Read, Self::Scan, Self::Monitors];

    /// The scope's name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Scan => "scan",
            Self::Monitors => "monitors",
            Self::Webhooks => "webhooks",
            Self::Billing => "billing",
        }
    }

    /// The scope of that name, if a new key may carry it.
    pub fn offered(name: &str) -> Option<Self> {
        Self::OFFERED.into_iter().find(|scope| scope.as_str() == name)
    }
}

/// The scopes of one key, in the order of [`Scope`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scopes(Vec<Scope>);

impl Scopes {
    /// Those named, and reading. With none named, reading and scanning.
    pub fn of(named: &[Scope]) -> Self {
        if named.is_empty() {
            return Self(vec![Scope::Read, Scope::Scan]);
        }
        let carried = |scope: &Scope| *scope == Scope::Read || named.contains(scope);
        Self(Scope::ALL.into_iter().filter(carried).collect())
    }

    /// Those of a key from before scopes.
    pub fn legacy() -> Self {
        Self(Scope::ALL.to_vec())
    }

    /// Whether a key with these may do that.
    pub fn allow(&self, scope: Scope) -> bool {
        self.0.contains(&scope)
    }

    /// Their names.
    pub fn names(&self) -> Vec<&'static str> {
        self.0.iter().map(|scope| scope.as_str()).collect()
    }

    fn parse(words: &str) -> Self {
        let known = |word: &str| Scope::ALL.into_iter().find(|scope| scope.as_str() == word);
        Self(words.split(' ').filter_map(known).collect())
    }
}

/// A key without its token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiKey {
    /// `key_…`.
    pub id: String,
    /// The name its owner gave it.
    pub name: String,
    /// The last characters of its token.
    pub last4: String,
    /// What it may do.
    pub scopes: Scopes,
    /// Who made it.
    pub source: KeySource,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
    /// When it was last used, to the minute or so.
    pub last_used_at: Option<i64>,
}

impl ApiKey {
    pub(crate) fn from_row(row: KeyRow) -> Self {
        Self {
            scopes: Scopes::parse(&row.scopes),
            id: row.id,
            name: row.name,
            last4: row.last4,
            source: row.source,
            created_at: row.created_at,
            last_used_at: row.last_used_at,
        }
    }
}

/// A key, and whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyHolder {
    /// The key.
    pub key: ApiKey,
    /// Its owner.
    pub account: Account,
}

impl KeyHolder {
    pub(crate) fn from_rows(key: KeyRow, account: AccountRow, now: i64) -> Self {
        Self { key: ApiKey::from_row(key), account: Account::from_row(account, now) }
    }
}

/// A key to make.
#[derive(Clone, Debug)]
pub struct CreateKey {
    /// Whose.
    pub account_id: String,
    /// The name its owner gives it.
    pub name: String,
    /// What it may do.
    pub scopes: Scopes,
    /// Who makes it.
    pub source: KeySource,
    /// How many keys of its own the account may have; none for a key that does not count.
    pub limit: Option<u32>,
}

/// A key that was just made, with its token: the only time it is seen.
#[derive(Clone, PartialEq, Eq)]
pub struct CreatedKey {
    /// The key.
    pub key: ApiKey,
    /// Its token.
    pub token: String,
}

impl fmt::Debug for CreatedKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CreatedKey").field("key", &self.key).finish_non_exhaustive()
    }
}

impl CreatedKey {
    /// Draws a key, and makes the row that is stored of it.
    pub(super) fn draw(wanted: &CreateKey, now: i64) -> (Self, NewKey) {
        let token = new_key_token();
        let row = NewKey {
            id: new_id(Prefix::Key),
            account_id: wanted.account_id.clone(),
            name: wanted.name.clone(),
            hash: hash_of(&token),
            last4: token[token.len() - SHOWN_CHARACTERS..].to_owned(),
            scopes: wanted.scopes.names().join(" "),
            source: wanted.source,
            created_at: now,
        };
        let key = ApiKey {
            id: row.id.clone(),
            name: row.name.clone(),
            last4: row.last4.clone(),
            scopes: wanted.scopes.clone(),
            source: wanted.source,
            created_at: now,
            last_used_at: None,
        };
        (Self { key, token }, row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_is_always_carried() {
        assert_eq!(Scopes::of(&[]).names(), ["read", "scan"]);
        assert_eq!(Scopes::of(&[Scope::Monitors]).names(), ["read", "monitors"]);
        assert_eq!(Scopes::of(&[Scope::Scan, Scope::Read, Scope::Scan]).names(), ["read", "scan"]);
        assert_eq!(Scopes::legacy().names(), ["read", "scan", "monitors", "webhooks", "billing"]);
    }

    #[test]
    fn stored_words_read_back() {
        for scopes in [Scopes::of(&[]), Scopes::legacy(), Scopes::of(&[Scope::Monitors])] {
            assert_eq!(Scopes::parse(&scopes.names().join(" ")), scopes);
        }
        assert!(!Scopes::of(&[]).allow(Scope::Webhooks));
        assert_eq!(Scope::offered("webhooks"), None);
    }

    #[test]
    fn a_token_is_not_in_its_row_nor_in_the_log() {
        let wanted = CreateKey {
            account_id: "usr_1".to_owned(),
            name: "ci".to_owned(),
            scopes: Scopes::of(&[]),
            source: KeySource::Account,
            limit: Some(5),
        };
        let (created, row) = CreatedKey::draw(&wanted, 0);
        assert!(!format!("{row:?} {created:?}").contains(&created.token));
        assert_eq!(row.hash, hash_of(&created.token));
        assert!(created.token.ends_with(&created.key.last4));
    }
}
