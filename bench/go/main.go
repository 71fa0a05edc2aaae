// The peer that a compiled client would be: a list of USDOT numbers, asked for in batches over net/http, decoded into types, and
// printed in the order of the list, one JSON object a line. It does no bookkeeping and escapes nothing.
//
//	peer URL LIST [BATCH [CONCURRENCY]]
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
)

type address struct {
	Street string `json:"street"`
	City   string `json:"city"`
	State  string `json:"state"`
	Zip    string `json:"zip"`
}

type fleet struct {
	PowerUnits int `json:"power_units"`
	Drivers    int `json:"drivers"`
}

type summary struct {
	DotNumber       string  `json:"dot_number"`
	LegalName       string  `json:"legal_name"`
	Status          string  `json:"status"`
	Address         address `json:"address"`
	Fleet           fleet   `json:"fleet"`
	SourceUpdatedAt string  `json:"source_updated_at"`
}

type answer struct {
	records map[string]summary
	err     error
}

type batch struct {
	numbers []string
	answer  chan answer
}

func main() {
	url, list := os.Args[1], os.Args[2]
	size, concurrency := argument(3, 50), argument(4, 4)
	content, err := os.ReadFile(list)
	check(err)
	numbers := strings.Fields(string(content))
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: concurrency}}
	work := make(chan batch)
	ordered := make(chan batch, 2*concurrency)
	for worker := 0; worker < concurrency; worker++ {
		go func() {
			for each := range work {
				each.answer <- ask(client, url, each.numbers)
			}
		}()
	}
	go func() {
		for from := 0; from < len(numbers); from += size {
			to := from + size
			if to > len(numbers) {
				to = len(numbers)
			}
			each := batch{numbers[from:to], make(chan answer, 1)}
			ordered <- each
			work <- each
		}
		close(ordered)
		close(work)
	}()
	print(ordered)
}

func print(ordered chan batch) {
	out := bufio.NewWriterSize(os.Stdout, 64*1024)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	answered := 0
	for each := range ordered {
		got := <-each.answer
		check(got.err)
		for _, number := range each.numbers {
			record, found := got.records[number]
			if !found {
				check(fmt.Errorf("USDOT %s: not found", number))
			}
			check(encoder.Encode(record))
			answered++
		}
	}
	check(out.Flush())
	fmt.Fprintf(os.Stderr, "%d inputs: %d answered, \n", answered, answered)
}

func ask(client *http.Client, url string, numbers []string) answer {
	body, err := json.Marshal(map[string][]string{"dot_numbers": numbers})
	if err != nil {
		return answer{err: err}
	}
	request, err := http.NewRequest("POST", url+"/v1/carriers/bulk", bytes.NewReader(body))
	if err != nil {
		return answer{err: err}
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-API-Key", "bench")
	response, err := client.Do(request)
	if err != nil {
		return answer{err: err}
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return answer{err: err}
	}
	if response.StatusCode != 200 {
		return answer{err: fmt.Errorf("HTTP %d", response.StatusCode)}
	}
	var records []summary
	if err := json.Unmarshal(text, &records); err != nil {
		return answer{err: err}
	}
	byNumber := make(map[string]summary, len(records))
	for _, record := range records {
		byNumber[record.DotNumber] = record
	}
	return answer{records: byNumber}
}

func argument(at, fallback int) int {
	if len(os.Args) <= at {
		return fallback
	}
	value, err := strconv.Atoi(os.Args[at])
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
