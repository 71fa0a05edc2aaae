"""The peer that a Python client would be: a list of USDOT numbers, asked for in batches over aiohttp, decoded, and printed in the
order of the list, one JSON object a line. It does no bookkeeping and escapes nothing.

    python3 list-peer.py URL LIST [BATCH [CONCURRENCY]]
"""

import asyncio
import json
import sys

import aiohttp


async def main(url, path, size=50, concurrency=4):
    with open(path) as file:
        numbers = file.read().split()
    batches = [numbers[at : at + size] for at in range(0, len(numbers), size)]
    slots = asyncio.Semaphore(concurrency)
    headers = {"x-api-key": "bench"}
    async with aiohttp.ClientSession(headers=headers, connector=aiohttp.TCPConnector(limit=concurrency)) as session:

        async def ask(batch):
            async with slots:
                async with session.post(f"{url}/v1/carriers/bulk", json={"dot_numbers": batch}) as answer:
                    answer.raise_for_status()
                    records = json.loads(await answer.read())
            return {record["dot_number"]: record for record in records}

        asked = [asyncio.create_task(ask(batch)) for batch in batches]
        for batch, task in zip(batches, asked):
            found = await task
            sys.stdout.write("".join(json.dumps(found[number], separators=(",", ":")) + "\n" for number in batch))
    print(f"{len(numbers)} inputs: {len(numbers)} answered, ", file=sys.stderr)


asyncio.run(main(*sys.argv[1:3], *map(int, sys.argv[3:])))
