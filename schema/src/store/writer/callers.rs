//! Who calls: accounts, sign-in, keys, and requests that may come again.

use super::Writer;
use crate::accounts::account::{AccountRow, NewAccount, Plan};
use crate::accounts::api_keys::{KeyCreated, KeyCreation, KeyRevocation, KeyUse};
use crate::accounts::plan_grant::PlanGrant;
use crate::accounts::sign_in::{LinkRequest, LinkRequested, SignIn, SignOut, SignedIn};
use crate::requests::human_check_tokens::{ForgetToken, UseToken};
use crate::requests::idempotency::{
    Begin, Begun, FirstAnswer, Forget, ForgetUnanswered, Renew, RequestFence,
};
use crate::store::error::StoreError;

impl Writer {
    /// Begins a request that may come again.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn begin_request(&self, begin: Begin) -> Result<Begun, StoreError> {
        self.run(begin).await
    }

    /// Keeps the first answer of a request.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] where the right to answer it is gone.
    pub async fn answer_request(&self, answer: FirstAnswer) -> Result<(), StoreError> {
        self.run(answer).await
    }

    /// Forgets requests that were refused; those that were answered stay.
    ///
    /// # Errors
    /// Those of every method; some may be forgotten then.
    pub async fn forget_requests(&self, fences: Vec<RequestFence>) -> Result<(), StoreError> {
        self.run(Forget { fences }).await
    }

    /// Lets the owners of requests that run answer until that instant; of a request that is no
    /// longer theirs nothing changes.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn renew_requests(
        &self,
        fences: Vec<RequestFence>,
        lease_until: i64,
    ) -> Result<(), StoreError> {
        self.run(Renew { fences, lease_until }).await
    }

    /// Forgets the requests that earlier processes left unanswered: right only where no other
    /// process can be alive.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn forget_unanswered_requests(&self) -> Result<(), StoreError> {
        self.run(ForgetUnanswered).await
    }

    /// Asks for a sign-in link.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] where the token is taken.
    pub async fn request_link(&self, request: LinkRequest) -> Result<LinkRequested, StoreError> {
        self.run(request).await
    }

    /// Uses a sign-in token.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] where the session is taken.
    pub async fn sign_in(&self, sign_in: SignIn) -> Result<SignedIn, StoreError> {
        self.run(sign_in).await
    }

    /// Ends a session, if it lives.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn sign_out(&self, session_hash: String) -> Result<(), StoreError> {
        self.run(SignOut { session_hash }).await
    }

    /// Stores an API key.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] where the id or token is taken; [`StoreError::Contention`] where
    /// the account is gone.
    pub async fn create_key(&self, creation: KeyCreation) -> Result<KeyCreated, StoreError> {
        self.run(creation).await
    }

    /// Ends a key of that account; answers whether it had such a live one.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn revoke_key(
        &self,
        account_id: String,
        key_id: String,
        now: i64,
    ) -> Result<bool, StoreError> {
        self.run(KeyRevocation { account_id, key_id, now }).await
    }

    /// Notes that a key was used, unless a use after `unless_since` was noted.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn note_key_use(
        &self,
        key_id: String,
        now: i64,
        unless_since: i64,
    ) -> Result<(), StoreError> {
        self.run(KeyUse { key_id, now, unless_since }).await
    }

    /// Makes an account where the address has none, and grants it a plan where one is named.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn open_account(
        &self,
        account: NewAccount,
        plan: Option<(Plan, Option<i64>)>,
        now: i64,
    ) -> Result<AccountRow, StoreError> {
        self.run(PlanGrant { account, plan, now }).await
    }

    /// Takes note of a human-check token; answers whether it was unused.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn use_token(&self, token: UseToken) -> Result<bool, StoreError> {
        self.run(token).await
    }

    /// Makes a human-check token count as unused again.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn forget_token(&self, token: ForgetToken) -> Result<(), StoreError> {
        self.run(token).await
    }
}
