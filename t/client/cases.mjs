// Reads cases as JSON from standard input, runs them at the same time and
// prints what each one saw, as JSON by name. What a client throws is part of
// what it saw.

export async function run(kinds) {
  let input = '';
  for await (const piece of process.stdin) {
    input += piece;
  }

  const results = {};
  await Promise.all(JSON.parse(input).map(async (one) => {
    const seen = { text: '', finish: null };
    try {
      await kinds[one.kind](one, seen);
    } catch (error) {
      seen.thrown = describe(error);
    }
    results[one.name] = seen;
  }));
  process.stdout.write(JSON.stringify(results));
}

// The parts of a client's error that a program would look at.
export function describe(error) {
  if (typeof error !== 'object' || error === null) {
    return { message: String(error) };
  }
  return {
    type: error.constructor?.name,
    status: error.status ?? error.statusCode,
    code: error.code,
    message: error.message,
    // the openai client keeps the error object, the AI SDK the parsed body
    reason: (error.error ?? error.data?.error ?? error)?.metadata?.reason,
    body: error.responseBody,
  };
}
