import { useAtomValue } from 'jotai';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { Report } from './employee-report.view.tsx';

export function MyShiftsPage() {
  const { id } = useAtomValue(employeeAtom);
  return <Report id={id} isOwn />;
}
