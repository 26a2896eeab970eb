-- Purpose: who may use the page, and what they are signed in with.
-- Grain:   users: one row per person; sessions: one row per signed-in browser; access_tokens: one row per token that a
--          person made for a script; sign_in_failures: one row per failed sign-in of the last day; sent_forms: one row
--          per form that a session has sent.

create table users (
  user_id bigint generated always as identity primary key,
  name text collate "C" not null unique,
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

create table sign_in_failures (
  failure_id bigint generated always as identity primary key,
  name text collate "C" not null,
  address text collate "C" not null,
  at timestamptz not null
);

create index sign_in_failures_by_name on sign_in_failures (name, at);
create index sign_in_failures_by_address on sign_in_failures (address, at);

create table sent_forms (
  form_id text collate "C" primary key,
  session_hash text collate "C" not null references sessions on delete cascade,
  sent_at timestamptz not null,
  -- The address that the answer led to; null while it is being worked on.
  answer text collate "C"
);

create index sent_forms_by_session on sent_forms (session_hash);
