import { Step, StepLabel, Stepper } from '@mui/material';
import { useText } from '../../i18n/i18n-provider.ts';

const steps = ['file', 'columns', 'check', 'done'] as const;

/** Where in an import one is. */
export function ImportSteps({ active }: { active: number }) {
  const text = useText();
  return (
    <Stepper activeStep={active} sx={{ mb: 2, flexWrap: 'wrap', rowGap: 1 }}>
      {steps.map((step) => (
        <Step key={step}>
          <StepLabel>{text(`import.step_${step}`)}</StepLabel>
        </Step>
      ))}
    </Stepper>
  );
}
