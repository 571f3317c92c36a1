-- Whoever may change roles may have every permission anyway: the new module is theirs from the start.
UPDATE staff_roles SET permissions = permissions || jsonb_build_object('gifts',
    '["read", "create", "update", "delete", "publish", "export", "import", "personal_data"]'::jsonb)
  WHERE permissions->'roles' ? 'update';
