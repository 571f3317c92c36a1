/** A list whose rows are put in order by the pointer, a finger or the keyboard. A screen reader hears what moves where. */
import { DndContext } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Box, type SxProps } from '@mui/material';
import type { ReactNode } from 'react';
import { useDragAnnouncements, useDragOrder } from './use-drag-order.ts';

interface Props {
  /** All in their order; `shown`: those that stand here, if not all. */
  ids: readonly string[];
  shown?: readonly string[];
  nameOf: (id: string) => string;
  /** How rows are moved. */
  hint: string;
  /** The dialog around it: what is outside of it is hidden from screen readers. */
  container?: HTMLElement;
  onMove: (ids: string[], moved: string) => void;
  /** Hears whether a row is lifted. */
  onLift?: (isLifted: boolean) => void;
  sx?: SxProps;
  /** A row each (`useDragRow`). */
  children: ReactNode;
}

export function DragList({ ids, shown = ids, nameOf, hint, container, onMove, onLift, sx, children }: Props) {
  const dragging = useDragOrder(ids, onMove, onLift);
  const announcements = useDragAnnouncements(ids, nameOf);
  return (
    <DndContext
      {...dragging}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: hint },
        ...(container ? { container } : {}),
      }}
    >
      <SortableContext items={[...shown]} strategy={verticalListSortingStrategy}>
        <Box component="ol" sx={{ listStyle: 'none', p: 0, m: 0, ...(sx as object) }}>
          {children}
        </Box>
      </SortableContext>
    </DndContext>
  );
}
