import { useAtomValue } from 'jotai';
import { OpensFor } from '../../app/numbers/opens.view.tsx';
import { meets } from '../../app/session/permissions.ts';
import { employeeAtom } from '../../app/session/session.atoms.ts';
import type { BillboardFigure } from '../../ui/billboard-table.tsx';

/** A figure of a row of the billboard: opens for the person himself and for managers. */
export function RowFigure({ row, of, text, children }: BillboardFigure) {
  const me = useAtomValue(employeeAtom);
  const may = me.id === row.employee_id || meets(me, 'manager');
  const question = { of, id: row.employee_id, date: row.login_date };
  return (
    <OpensFor may={may} question={question} text={text}>
      {children}
    </OpensFor>
  );
}
