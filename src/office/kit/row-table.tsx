import { Box, Table, TableBody, TableCell, TableRow, Typography } from '@mui/material';
import type { ReactNode } from 'react';

/** A row by its id; its cells by the names of their columns, in their order. */
export interface Row {
  id: string;
  cells: Record<string, ReactNode>;
}

/** Rows under a title, for what is read and not worked on. The last column is `amounts` where it has them. */
export function RowTable({
  title,
  rows,
  amounts = false,
  children,
}: {
  title: string;
  rows: Row[];
  amounts?: boolean;
  /** More rows below. */
  children?: ReactNode;
}) {
  if (rows.length === 0 && !children) return null;
  // A column without any value holds a field that the role hides.
  const isFilled = (name: string) =>
    rows.some(({ cells }) => cells[name] !== '' && cells[name] !== undefined);
  return (
    <>
      <Typography variant="subtitle2" component="h2" sx={{ px: 2, pt: 1.5, pb: 0.5 }}>
        {title}
      </Typography>
      {/* Wide on a small screen: it scrolls by itself, with the keyboard too. */}
      <Box sx={{ overflowX: 'auto' }} role="region" aria-label={title} tabIndex={0}>
        {/* The first column is below the title; words and amounts stay whole. */}
        <Table
          size="small"
          sx={{
            '& td': { overflowWrap: 'break-word' },
            '& td:first-of-type': { pl: 2 },
            '& td:last-of-type': { pr: 2, ...(amounts && { whiteSpace: 'nowrap' }) },
          }}
        >
          <TableBody>
            {rows.map(({ id, cells }) => {
              const columns = Object.entries(cells).filter(([name]) => isFilled(name));
              return (
                <TableRow key={id}>
                  {columns.map(([name, cell], place) => (
                    <TableCell key={name} align={amounts && place === columns.length - 1 ? 'right' : 'left'}>
                      {cell}
                    </TableCell>
                  ))}
                </TableRow>
              );
            })}
            {children}
          </TableBody>
        </Table>
      </Box>
    </>
  );
}
