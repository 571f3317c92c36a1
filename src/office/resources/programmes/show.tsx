import { Box } from '@mui/material';
import { Show } from 'react-admin';
import { Guarded } from '../../kit/guarded.tsx';
import { ReadOnlyContext } from '../../kit/read-only.ts';
import { RecordActions } from './edit.tsx';
import { ProgrammeTabs } from './tabs.tsx';

/** The same page to read, for roles that may not change programmes. */
export function ProgrammeShow() {
  return (
    <Guarded action="show">
      <Show component={Box} actions={<RecordActions />} sx={{ maxWidth: 1100 }}>
        <ReadOnlyContext.Provider value={true}>
          <ProgrammeTabs />
        </ReadOnlyContext.Provider>
      </Show>
    </Guarded>
  );
}
