-- The login log reads the newest logins of staff and customers, and those from an address.
CREATE INDEX accounts_logins_newest ON accounts_logins (created_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX accounts_logins_address ON accounts_logins (address, created_at DESC);
--> statement-breakpoint
DROP INDEX staff_logins_oldest;
--> statement-breakpoint
CREATE INDEX staff_logins_newest ON staff_logins (created_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX staff_logins_address ON staff_logins (address, created_at DESC);
