-- Payments as the office lists them: the planner orders at most three joined tables, so the other tables are subqueries.
CREATE VIEW billing_payment_list AS
  SELECT p.id, p.created_at, p.invoice_id, p.account_id, i.address_id, p.subscription_id,
    (SELECT a.household_id FROM billing_accounts a WHERE a.id = p.account_id) AS household_id,
    'M-' || lpad(i.number::text, greatest(7, length(i.number::text)), '0') AS number,
    (SELECT u.id FROM accounts_users u
      WHERE u.household_id = (SELECT a.household_id FROM billing_accounts a WHERE a.id = p.account_id)
      ORDER BY u.created_at, u.id LIMIT 1) AS customer_id,
    (SELECT u.username FROM accounts_users u
      WHERE u.household_id = (SELECT a.household_id FROM billing_accounts a WHERE a.id = p.account_id)
      ORDER BY u.created_at, u.id LIMIT 1) AS username,
    (SELECT u.email FROM accounts_users u
      WHERE u.household_id = (SELECT a.household_id FROM billing_accounts a WHERE a.id = p.account_id)
      ORDER BY u.created_at, u.id LIMIT 1) AS email,
    (SELECT u.phone FROM accounts_users u
      WHERE u.household_id = (SELECT a.household_id FROM billing_accounts a WHERE a.id = p.account_id)
      ORDER BY u.created_at, u.id LIMIT 1) AS phone,
    (SELECT d.name FROM billing_addresses d WHERE d.id = i.address_id) AS name,
    (SELECT nullif(concat_ws(', ', nullif(d.line1, ''), nullif(d.line2, '')), '')
      FROM billing_addresses d WHERE d.id = i.address_id) AS address,
    (SELECT d.city FROM billing_addresses d WHERE d.id = i.address_id) AS city,
    i.region AS state, i.postal_code AS zip, i.country, p.plan_id,
    i.total_cents, p.credit_cents, p.amount_cents, p.refunded_cents, p.method, p.platform,
    CASE
      WHEN p.state = 'void' THEN 'cancel'
      WHEN p.state = 'paid' AND (p.refunded_cents > 0 AND p.refunded_cents >= p.amount_cents OR p.credit_returned_at IS NOT NULL)
        THEN 'refunded'
      WHEN p.state = 'paid' AND p.refunded_cents > 0 THEN 'partly_refunded'
      WHEN p.state = 'paid' THEN 'paid'
      WHEN p.failure_reason IS NOT NULL THEN 'failed'
      ELSE 'open' END AS status,
    p.paid_by, p.starts_on, p.ends_on,
    -- An unpaid bill comes first: until it is paid there is no next payment.
    (SELECT s.period_to FROM billing_subscriptions s
      WHERE s.id = p.subscription_id AND s.renews AND s.state <> 'ended' AND s.unpaid_since IS NULL) AS next_payment_on,
    p.paid_at,
    (SELECT a.last_paid_at FROM billing_accounts a WHERE a.id = p.account_id) AS last_paid_at,
    coalesce(p.voided_at, p.subscription_cancelled_at) AS cancelled_at,
    p.failures, p.failure_reason, p.next_try_at, p.notes, p.card_last_four, p.card_name, p.check_number, p.untaxed_cents,
    -- Samples of the list read rows by their place in the table.
    p.ctid AS place
  FROM billing_payments p LEFT JOIN billing_invoices i ON i.id = p.invoice_id;
