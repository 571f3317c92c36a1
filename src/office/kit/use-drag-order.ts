/** Dragging what stands in an order, by the pointer or by the keyboard. */
import {
  type Announcements,
  closestCenter,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { arrayMove, sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { josa } from 'es-hangul';
import { useOfficeLocale, useText } from '../i18n/i18n-provider.ts';

/**
 * What the context of dragging is given; `onMove` hears the new order, and what has moved. `onLift` hears whether something is lifted:
 * meanwhile Escape puts it back, and must not close the dialog around it.
 */
export function useDragOrder(
  ids: readonly string[],
  onMove: (ids: string[], moved: string) => void,
  onLift?: (isLifted: boolean) => void,
) {
  const sensors = useSensors(
    // A press alone is no drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  return {
    sensors,
    collisionDetection: closestCenter,
    onDragStart: () => onLift?.(true),
    onDragCancel: () => onLift?.(false),
    onDragEnd: ({ active, over }: DragEndEvent) => {
      onLift?.(false);
      if (!over || active.id === over.id) return;
      const moved = String(active.id);
      onMove(arrayMove([...ids], ids.indexOf(moved), ids.indexOf(String(over.id))), moved);
    },
  };
}

/** What a screen reader says of moving one of `ids` by its handle. */
export function useDragAnnouncements(ids: readonly string[], nameOf: (id: string) => string): Announcements {
  const text = useText();
  const locale = useOfficeLocale();
  const placeOf = (id: unknown) => ids.indexOf(String(id)) + 1;
  /** The name as what is moved: Korean marks it so. */
  const asObject = (id: unknown) => {
    const name = nameOf(String(id));
    return locale === 'ko' && name ? josa(name, '을/를') : name;
  };
  return {
    onDragStart: ({ active }) =>
      text('order.lifted', { name: asObject(active.id), place: placeOf(active.id) }),
    onDragOver: ({ active, over }) =>
      over && over.id !== active.id ? text('order.over', { place: placeOf(over.id) }) : undefined,
    onDragEnd: ({ active, over }) =>
      text('order.dropped', { name: asObject(active.id), place: placeOf(over?.id ?? active.id) }),
    onDragCancel: () => text('order.cancelled'),
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
