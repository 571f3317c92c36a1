-- Logins of customers and staff as one list, which PostgreSQL reads by the indexes of either table.
CREATE VIEW login_log AS
  SELECT id, created_at, 'customer' AS kind, user_id AS account_id, CASE WHEN succeeded THEN 'signed_in' ELSE 'failed' END AS outcome,
    method, device_name AS device, address, country
  FROM accounts_logins
  UNION ALL
  SELECT id, created_at, 'staff' AS kind, staff_id AS account_id, outcome, 'password' AS method, device_name AS device, address, country
  FROM staff_logins;
