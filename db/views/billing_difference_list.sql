-- Movements at the card processor that differ from the ledger, with a uuid made from the processor's textual id, because lists identify rows by uuid.
CREATE VIEW billing_difference_list AS
  SELECT overlay(overlay(md5(m.id) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid AS id, m.id AS movement_id, m.kind, m.difference,
    m.amount_cents, m.at AS created_at, m.gateway_payment_id, p.id AS payment_id, m.notes, m.resolved_at
  FROM billing_movements m LEFT JOIN billing_payments p ON p.gateway_payment_id = m.gateway_payment_id
  WHERE m.difference IS NOT NULL;
