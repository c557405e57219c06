import { useAtomValue } from 'jotai';
import { todayAtom } from '../clock.atoms.ts';
import { useQuery } from '../queries/query.hooks.ts';
import { employeeAtom } from '../session/session.atoms.ts';
import { pastSales, pastSelf, pastTotal } from './own-past.atoms.ts';

/** Loads the own figures of the past, for screens that show it. */
export function useOwnPast(): void {
  const { id } = useAtomValue(employeeAtom);
  useQuery(pastSelf, id);
  useQuery(pastSales, useAtomValue(todayAtom));
  useQuery(pastTotal, { id, date: '' });
}
