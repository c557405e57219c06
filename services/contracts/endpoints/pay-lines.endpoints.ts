import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, NumberOrText, ShortText } from './fields.ts';

const tag = 'Pay';

export const confirmSale = endpoint({
  method: 'POST',
  path: '/pay/sales/{id}/confirm',
  summary:
    'Confirm a Closed sale that waits for it, as it is now or, with its `since`, as it was seen. A later change of its ' +
    'commission by an associate waits again',
  tag,
  waitsLikeRead: true,
  params: Type.Object({ id: Id }),
  body: Type.Optional(Type.Object({ since: Type.Optional(NumberOrText) })),
  reply: Type.Object({ message: Type.String() }),
  onInvalidInput: 'failedEdit',
  refusals: ['saleNotPending', 'saleChanged', 'ownSale'],
});

export const addPayLine = endpoint({
  method: 'POST',
  path: '/pay/lines',
  summary:
    'Add a bonus or a correction to the present statement of an employee, or to one that is not locked',
  tag,
  body: Type.Object({
    employeeId: Id,
    kind: Type.Enum(['bonus', 'correction']),
    amount: NumberOrText,
    reason: ShortText,
    saleId: Type.Optional(Id),
    period: Type.Optional(Type.String({ description: 'first day of the period, yyyy-mm-dd' })),
  }),
  reply: Type.Object({ message: Type.String(), id: Type.String() }),
  onInvalidInput: 'failedAdd',
  refusals: [
    ...(['noPaySchedule', 'noSuchEmployee', 'noSuchSale', 'noSuchPayPeriod', 'invalidPayAmount'] as const),
    ...(['payReasonMissing', 'invalidText', 'statementLocked'] as const),
  ],
});

export const undoPayLine = endpoint({
  method: 'POST',
  path: '/pay/lines/{id}/undo',
  summary:
    'Undo a bonus or a correction by a counter line; on the present statement when the former is locked',
  tag,
  params: Type.Object({ id: Id }),
  body: Type.Object({ employeeId: Id, reason: ShortText }),
  reply: Type.Object({ message: Type.String(), id: Type.String() }),
  onInvalidInput: 'failedEdit',
  refusals: [
    ...(['noPaySchedule', 'noSuchPayLine', 'payLineUndone', 'payReasonMissing', 'invalidText'] as const),
  ],
});
