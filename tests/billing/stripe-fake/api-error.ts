type Details = {
  readonly type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error';
  readonly message: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
};

/** An error as the provider words it. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: Details;

  constructor(status: number, details: Details) {
    super(details.message);
    this.status = status;
    this.details = details;
  }

  static missing(what: string, id: string, param: string): ApiError {
    const message = `No such ${what}: '${id}'`;
    return new ApiError(404, { type: 'invalid_request_error', code: 'resource_missing', message, param });
  }

  static invalid(message: string, param?: string, code?: string): ApiError {
    return new ApiError(400, {
      type: 'invalid_request_error',
      message,
      ...(param !== undefined && { param }),
      ...(code !== undefined && { code }),
    });
  }

  static declined(): ApiError {
    return new ApiError(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
    });
  }
}
