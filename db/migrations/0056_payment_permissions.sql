-- Whoever may change roles may have every permission anyway: the new modules are theirs from the start.
UPDATE staff_roles SET permissions = permissions || (
    SELECT jsonb_object_agg(module, '["read", "create", "update", "delete", "publish", "export", "import", "personal_data"]'::jsonb)
    FROM unnest(ARRAY['payments', 'disputes', 'payment-differences', 'renewal-rehearsal']) AS module)
  WHERE permissions->'roles' ? 'update';
