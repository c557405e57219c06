/** Who stores what the payment provider tells rings; who hands over jobs hears it. */
export type ProviderNews = {
  tell(): void;
  heardBy(hear: () => void): void;
};

export function createProviderNews(): ProviderNews {
  let heard: () => void = () => {};
  return {
    tell: () => heard(),
    heardBy: (hear) => {
      heard = hear;
    },
  };
}
