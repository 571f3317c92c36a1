/** Dragging what stands in an order, by the pointer or by the keyboard. */
import {
  closestCenter,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { arrayMove, sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';

/** What the context of dragging is given; `onMove` hears the new order, and what has moved. */
export function useDragOrder(ids: readonly string[], onMove: (ids: string[], moved: string) => void) {
  const sensors = useSensors(
    // A press alone is no drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  return {
    sensors,
    collisionDetection: closestCenter,
    onDragEnd: ({ active, over }: DragEndEvent) => {
      if (!over || active.id === over.id) return;
      const moved = String(active.id);
      onMove(arrayMove([...ids], ids.indexOf(moved), ids.indexOf(String(over.id))), moved);
    },
  };
}

/** What a row that can be dragged is given, and its handle. */
export function useDragRow(id: string, isFixed = false) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id, disabled: isFixed });
  return {
    row: {
      ref: setNodeRef,
      style: { transform: CSS.Translate.toString(transform), transition: transition ?? '' },
      sx: {
        display: 'flex',
        alignItems: 'center',
        columnGap: 1,
        minHeight: 40,
        backgroundColor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
        '&:last-of-type': { borderBottom: 0 },
        ...(isDragging ? { position: 'relative', zIndex: 1, boxShadow: 4 } : {}),
      },
    },
    handle: {
      ref: setActivatorNodeRef,
      size: 'small',
      ...attributes,
      ...listeners,
      sx: { cursor: 'grab', touchAction: 'none' },
    },
  } as const;
}
