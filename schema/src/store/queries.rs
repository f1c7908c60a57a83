//! The macros by which a query is written once and runs on both databases.

/// Declares a trait of queries, each with one body, which is type-checked against SQLite and
/// against PostgreSQL. The body is a statement, and what stands behind the arrow says what it
/// answers with:
///
/// - `changed`: how many rows it changed.
/// - `all Row`: every row.
/// - `one Row`: the only row; none is an error.
/// - `maybe Row`: the only row, if there is one.
/// - `first Row`: the first of several, if there is one.
/// - `own Answer |conn|`: what the body does with the connection by itself.
macro_rules! queries {
    (
        $(#[$trait_doc:meta])*
        trait $name:ident {
            $(
                $(#[$doc:meta])*
                fn $query:ident($($arg:ident: $ty:ty),* $(,)?)
                    -> $how:ident $($row:ty)? $(|$conn:ident|)? $body:block
            )*
        }
    ) => {
        $(#[$trait_doc])*
        pub(crate) trait $name: Send {
            $(
                $(#[$doc])*
                fn $query(&mut self $(, $arg: $ty)*) -> impl Future<
                    Output = diesel::QueryResult<$crate::store::queries::answer!($how $($row)?)>
                > + Send;
            )*
        }

        impl $name for $crate::store::connection::Connection<'_> {
            $(
                async fn $query(
                    &mut self
                    $(, $arg: $ty)*
                ) -> diesel::QueryResult<$crate::store::queries::answer!($how $($row)?)> {
                    use $crate::store::queries::asked;
                    match self {
                        Self::Sqlite(connection) => {
                            asked!($how $($conn)? = &mut **connection, $body)
                        }
                        Self::Postgres(connection) => {
                            asked!($how $($conn)? = &mut **connection, $body)
                        }
                    }
                }
            )*
        }
    };
}
pub(crate) use queries;

/// What a query of that kind answers with.
macro_rules! answer {
    (changed) => { usize };
    (all $row:ty) => { Vec<$row> };
    (one $row:ty) => { $row };
    (maybe $row:ty) => { Option<$row> };
    (first $row:ty) => { Option<$row> };
    (own $answer:ty) => { $answer };
}
pub(crate) use answer;

/// Asks a connection the statement of a query of that kind.
macro_rules! asked {
    (changed = $conn:expr, $statement:block) => {{
        let statement = $statement;
        statement.execute($conn).await
    }};
    (all = $conn:expr, $statement:block) => {{
        let statement = $statement;
        statement.load($conn).await
    }};
    (one = $conn:expr, $statement:block) => {{
        let statement = $statement;
        statement.get_result($conn).await
    }};
    (maybe = $conn:expr, $statement:block) => {{
        let statement = $statement;
        statement.get_result($conn).await.optional()
    }};
    (first = $conn:expr, $statement:block) => {{
        let statement = $statement;
        statement.first($conn).await.optional()
    }};
    (own $name:ident = $conn:expr, $body:block) => {{
        let $name = $conn;
        $body
    }};
}
pub(crate) use asked;

/// Declares a trait of queries that find rows to change. On PostgreSQL what is found is locked, and
/// what another node has locked is passed over: nodes that look at once do not wait for each other.
macro_rules! locking_queries {
    (
        $(#[$trait_doc:meta])*
        trait $name:ident {
            $(
                $(#[$doc:meta])*
                fn $query:ident($($arg:ident: $ty:ty),* $(,)?) -> $row:ty { $($found:tt)* }
            )*
        }
    ) => {
        $(#[$trait_doc])*
        pub(crate) trait $name: Send {
            $(
                $(#[$doc])*
                fn $query(
                    &mut self
                    $(, $arg: $ty)*
                ) -> impl Future<Output = diesel::QueryResult<Vec<$row>>> + Send;
            )*
        }

        impl $name for $crate::store::connection::Connection<'_> {
            $(
                async fn $query(&mut self $(, $arg: $ty)*) -> diesel::QueryResult<Vec<$row>> {
                    // Not one value for both: what is selected may name its database.
                    match self {
                        Self::Sqlite(connection) => {
                            let found = { $($found)* };
                            found.load(&mut **connection).await
                        }
                        Self::Postgres(connection) => {
                            let found = { $($found)* };
                            found.for_update().skip_locked().load(&mut **connection).await
                        }
                    }
                }
            )*
        }
    };
}
pub(crate) use locking_queries;

/// Declares an enum whose variants are stored as their words, on both databases.
macro_rules! stored_words {
    (
        $(#[$doc:meta])*
        pub enum $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)+ }
    ) => {
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash,
            diesel::expression::AsExpression, diesel::deserialize::FromSqlRow,
        )]
        #[diesel(sql_type = diesel::sql_types::Text)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
        }

        impl $name {
            /// All of them, in their order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The stored word.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }

            /// Reads the stored word.
            #[must_use]
            pub fn parse(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.as_str() == word)
            }
        }

        impl<DB: diesel::backend::Backend> diesel::serialize::ToSql<diesel::sql_types::Text, DB>
            for $name
        where
            str: diesel::serialize::ToSql<diesel::sql_types::Text, DB>,
        {
            fn to_sql<'b>(
                &'b self,
                out: &mut diesel::serialize::Output<'b, '_, DB>,
            ) -> diesel::serialize::Result {
                self.as_str().to_sql(out)
            }
        }

        impl<DB: diesel::backend::Backend> diesel::deserialize::FromSql<diesel::sql_types::Text, DB>
            for $name
        where
            String: diesel::deserialize::FromSql<diesel::sql_types::Text, DB>,
        {
            fn from_sql(bytes: DB::RawValue<'_>) -> diesel::deserialize::Result<Self> {
                let word = String::from_sql(bytes)?;
                Self::parse(&word)
                    .ok_or_else(|| format!("unknown word {word:?} in the database").into())
            }
        }
    };
}
pub(crate) use stored_words;
