-- Mail without a mail server is unsent.
UPDATE mail_messages SET state = 'unsent' WHERE state = 'kept';
