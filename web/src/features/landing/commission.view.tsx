import { CommissionDemo } from './commission-demo.view.tsx';
import { Section } from './section.view.tsx';

export function Commission() {
  return (
    <Section
      title="What did this sale earn me?"
      beside
      lead={
        <>
          <p>
            Sales tracking and commission are one thing here. Record a sale, and its commission is computed
            while you type: to the cent, with the formula in plain sight and the rates of the campaign on that
            day.
          </p>
          <p>
            Reports follow in real time. Only Closed sales count, and the total you see is the total that is
            paid. Try it with your own figures.
          </p>
        </>
      }
    >
      <CommissionDemo />
    </Section>
  );
}
