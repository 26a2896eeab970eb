-- Purpose: who may use the page, and what they are signed in with.
-- Grain:   users: one row per person; sessions: one row per signed-in browser; access_tokens: one row per token that a
--          person made for a script; sign_in_attempts: one row per failed or postponed sign-in of the last day;
--          known_addresses: one row per address that a person has signed in from; sent_forms: one row per form that a
--          session has sent; audit_queue: one row per event that is not in the audit trail yet.

create table users (
  user_id bigint generated always as identity primary key,
  name text collate "C" not null unique,
  -- The name without regard to case, so that no two names differ only in case.
  name_key text collate "C" not null unique,
  role text collate "C" not null check (role in ('viewer', 'operator', 'approver', 'admin')),
  -- The only merchants whose data the person sees; null for all.
  merchants text[] collate "C",
  -- Where the person signs in: here with a password, at an OpenID provider, or at a trusted proxy.
  origin text collate "C" not null check (origin in ('password', 'oidc', 'proxy')),
  -- Issuer and subject of the OpenID provider.
  subject text collate "C" unique,
  -- Parameters, salt and hash of argon2id, in PHC's form.
  password_hash text collate "C",
  password_changed_at timestamptz,
  created_at timestamptz not null,
  disabled_at timestamptz
);

create table sessions (
  -- SHA-256 of the cookie's value, so that who reads the store cannot sign in with it.
  session_hash text collate "C" primary key,
  user_id bigint not null references users,
  form_token text collate "C" not null,
  address text collate "C" not null,
  agent text collate "C" not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  ends_at timestamptz not null
);

create index sessions_by_user on sessions (user_id);

create table access_tokens (
  token_id bigint generated always as identity primary key,
  token_hash text collate "C" not null unique,
  user_id bigint not null references users,
  name text collate "C" not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);

create index access_tokens_by_user on access_tokens (user_id);

create table sign_in_attempts (
  attempt_id bigint generated always as identity primary key,
  -- SHA-256 of the name: people type passwords where the name belongs.
  name_hash text collate "C" not null,
  -- The address, of IPv6 its first 64 bits.
  address text collate "C" not null,
  at timestamptz not null,
  -- Whether the password was checked; otherwise the person was only told to wait.
  is_checked boolean not null,
  -- Whether the person had signed in from the address before.
  is_known boolean not null
);

create index sign_in_attempts_by_name on sign_in_attempts (name_hash, at);
create index sign_in_attempts_by_address on sign_in_attempts (address, at);
create index sign_in_attempts_by_time on sign_in_attempts (at);

create table known_addresses (
  user_id bigint not null references users,
  address text collate "C" not null,
  signed_in_at timestamptz not null,
  primary key (user_id, address)
);

create table sent_forms (
  form_id text collate "C" primary key,
  session_hash text collate "C" not null references sessions on delete cascade,
  sent_at timestamptz not null,
  -- The address that the answer led to; null while it is being worked on.
  answer text collate "C"
);

create index sent_forms_by_session on sent_forms (session_hash);

create table audit_queue (
  queue_id bigint generated always as identity primary key,
  at timestamptz not null,
  who text collate "C" not null,
  action text collate "C" not null,
  reason text collate "C",
  -- JSON objects, as in audit_entries.
  before text collate "C",
  after text collate "C"
);
