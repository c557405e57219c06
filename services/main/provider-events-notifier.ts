/** Tells the process that hands over jobs that a webhook of the payment provider was stored. */
export type ProviderEventsNotifier = {
  notifyStored(): void;
  onStored(listener: () => void): void;
};

export function createProviderEventsNotifier(): ProviderEventsNotifier {
  let notify: () => void = () => {};
  return {
    notifyStored: () => notify(),
    onStored: (listener) => {
      notify = listener;
    },
  };
}
