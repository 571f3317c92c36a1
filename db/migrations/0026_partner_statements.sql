-- Terms of content partners, and their monthly statements.

CREATE TABLE partner_terms (
  id uuid PRIMARY KEY,
  content_partner_id uuid NOT NULL,
  starts_on date NOT NULL,
  ends_on date,
  share_percent numeric(5,2) NOT NULL,
  per_minute_cents integer NOT NULL,
  minimum_guarantee_cents bigint NOT NULL,
  programme_ids uuid[] NOT NULL,
  regions text[],
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT partner_terms_days CHECK (ends_on >= starts_on),
  CONSTRAINT partner_terms_content_partner_id_catalog_content_partners_id_fk
    FOREIGN KEY (content_partner_id) REFERENCES catalog_content_partners(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE INDEX partner_terms_partner ON partner_terms (content_partner_id, starts_on DESC);--> statement-breakpoint
CREATE TABLE partner_statements (
  id uuid PRIMARY KEY,
  content_partner_id uuid NOT NULL,
  month date NOT NULL,
  partner_ko text NOT NULL,
  partner_en text NOT NULL,
  views bigint NOT NULL,
  minutes bigint NOT NULL,
  share_cents bigint NOT NULL,
  minute_cents bigint NOT NULL,
  guarantee_cents bigint NOT NULL,
  amount_cents bigint NOT NULL,
  revenue_cents bigint NOT NULL,
  plan_seconds bigint NOT NULL,
  terms jsonb NOT NULL,
  made_at timestamptz NOT NULL,
  CONSTRAINT partner_statements_content_partner_id_catalog_content_partners_
    FOREIGN KEY (content_partner_id) REFERENCES catalog_content_partners(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE UNIQUE INDEX partner_statements_month ON partner_statements (content_partner_id, month);--> statement-breakpoint
CREATE INDEX partner_statements_newest ON partner_statements (month DESC, id);--> statement-breakpoint
CREATE INDEX partner_statements_search ON partner_statements USING gin (search_text(partner_ko || ' ' || partner_en) gin_trgm_ops);--> statement-breakpoint
CREATE TABLE partner_statement_titles (
  id uuid PRIMARY KEY,
  statement_id uuid NOT NULL,
  programme_id uuid NOT NULL,
  terms_id uuid,
  title_ko text NOT NULL,
  title_en text NOT NULL,
  free_views integer NOT NULL,
  plan_views integer NOT NULL,
  free_minutes bigint NOT NULL,
  plan_minutes bigint NOT NULL,
  share_cents bigint NOT NULL,
  minute_cents bigint NOT NULL,
  CONSTRAINT partner_statement_titles_statement_id_partner_statements_id_fk
    FOREIGN KEY (statement_id) REFERENCES partner_statements(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX partner_statement_titles_statement ON partner_statement_titles (statement_id);
