-- Who is served by what somebody else agreed to pay for is named when the words are shown. A name may have any characters.
update "billing_consents" c set "text" = regexp_replace(regexp_replace(c."text",
    '이용권은 .*님이 쓰고, 청구서는 나에게 와요', '이용권은 {name}이 쓰고, 청구서는 나에게 와요'),
    'charged to my card automatically\. .* uses the plan, and the invoices come to me',
    'charged to my card automatically. {name} uses the plan, and the invoices come to me')
  from "billing_subscriptions" s join "billing_accounts" a on a."id" = s."account_id"
  where s."id" = c."subscription_id" and a."household_id" is distinct from s."household_id";
