import { Fault, type FaultCode } from '../../errors.ts';
import type { FindingKey } from './current-findings.ts';

/** Decisions that findings do not allow. None of the decisions made together with them is stored. */
export class RefusedDecisions extends Fault {
  /** The findings that the fault is about. */
  readonly findings: readonly FindingKey[];

  constructor(code: FaultCode, detail: Fault['detail'], findings: readonly FindingKey[]) {
    super(code, detail);
    this.findings = findings;
  }
}
