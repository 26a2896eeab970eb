/** The path of the operation, below any base address. Interface: "Create pay-in order", Path. */
export const PAY_IN_PATH = '/v2.0/transaction/pay-in';

/** The answer to a callback, and nothing else. Interface: "Callback acknowledgement". */
export const ACKNOWLEDGEMENT = 'SUCCESS';
