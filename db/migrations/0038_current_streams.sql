-- Roles that read reports read the page of current playbacks.
UPDATE staff_roles SET permissions = permissions || jsonb_build_object('current-streams', jsonb_build_array('read'))
  WHERE permissions->'reports' ? 'read';
