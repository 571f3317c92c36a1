-- Bills that change according to the latest completed forecast, with the customer as subqueries, which cost nothing where a list omits them.
CREATE VIEW billing_bill_changes AS
  SELECT c.id, r.month, c.subscription_id,
    (SELECT u.id FROM accounts_users u
      WHERE u.household_id = (SELECT s.household_id FROM billing_subscriptions s WHERE s.id = c.subscription_id)
      ORDER BY u.created_at, u.id LIMIT 1) AS customer_id,
    (SELECT u.username FROM accounts_users u
      WHERE u.household_id = (SELECT s.household_id FROM billing_subscriptions s WHERE s.id = c.subscription_id)
      ORDER BY u.created_at, u.id LIMIT 1) AS username,
    c.renews_on, c.before_cents, c.after_cents, c.change_cents, c.reason_ko, c.reason_en
  FROM billing_rehearsal_changes c JOIN billing_rehearsals r ON r.changes_run = c.run;
