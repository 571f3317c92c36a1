-- Nothing is added to an invoice that was issued: its lines are written by one statement, and sum to what it says. Once for each statement.
CREATE FUNCTION billing_check_invoice_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong uuid;
BEGIN
  SELECT w.invoice_id INTO wrong
    FROM (SELECT invoice_id, count(*) AS lines, sum(amount_cents) AS net, sum(tax_cents) AS tax FROM written GROUP BY invoice_id) w
    JOIN billing_invoices i ON i.id = w.invoice_id
    WHERE w.net <> i.net_cents OR w.tax <> i.tax_cents
      OR w.lines <> (SELECT count(*) FROM billing_invoice_lines l WHERE l.invoice_id = w.invoice_id)
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'lines of an invoice are written once and sum to it: %', wrong
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER billing_invoice_lines_whole AFTER INSERT ON billing_invoice_lines
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION billing_check_invoice_lines();
--> statement-breakpoint
CREATE FUNCTION billing_check_invoice_taxes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong uuid;
BEGIN
  SELECT w.invoice_id INTO wrong
    FROM (SELECT invoice_id, position, count(*) AS taxes, sum(amount_cents) AS cents FROM written GROUP BY invoice_id, position) w
    LEFT JOIN billing_invoice_lines l ON l.invoice_id = w.invoice_id AND l.position = w.position
    WHERE w.cents IS DISTINCT FROM l.tax_cents
      OR w.taxes <> (SELECT count(*) FROM billing_invoice_taxes t WHERE t.invoice_id = w.invoice_id AND t.position = w.position)
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'taxes of a line are written once and sum to it: %', wrong
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER billing_invoice_taxes_whole AFTER INSERT ON billing_invoice_taxes
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION billing_check_invoice_taxes();
