// The peer that a compiled client would be: a list of USDOT numbers, asked for in batches over net/http, decoded into types, and
// printed in the order of the list, one JSON object a line. It does no bookkeeping and escapes nothing.
//
//	peer URL LIST CONCURRENCY
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
)

const batchSize = 50

type summary struct {
	DotNumber string `json:"dot_number"`
	LegalName string `json:"legal_name"`
	Status    string `json:"status"`
	Address   struct {
		Street string `json:"street"`
		City   string `json:"city"`
		State  string `json:"state"`
		Zip    string `json:"zip"`
	} `json:"address"`
	Fleet struct {
		PowerUnits int `json:"power_units"`
		Drivers    int `json:"drivers"`
	} `json:"fleet"`
	SourceUpdatedAt string `json:"source_updated_at"`
}

type batch struct {
	numbers []string
	records chan map[string]summary
}

func main() {
	url, list := os.Args[1], os.Args[2]
	concurrency, err := strconv.Atoi(os.Args[3])
	check(err)
	content, err := os.ReadFile(list)
	check(err)
	numbers := strings.Fields(string(content))
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: concurrency}}
	work := make(chan batch)
	ordered := make(chan batch, 2*concurrency)
	for worker := 0; worker < concurrency; worker++ {
		go func() {
			for each := range work {
				each.records <- ask(client, url, each.numbers)
			}
		}()
	}
	go func() {
		for from := 0; from < len(numbers); from += batchSize {
			to := from + batchSize
			if to > len(numbers) {
				to = len(numbers)
			}
			each := batch{numbers[from:to], make(chan map[string]summary, 1)}
			ordered <- each
			work <- each
		}
		close(ordered)
		close(work)
	}()
	out := bufio.NewWriterSize(os.Stdout, 64*1024)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for each := range ordered {
		records := <-each.records
		for _, number := range each.numbers {
			check(encoder.Encode(records[number]))
		}
	}
	check(out.Flush())
}

func ask(client *http.Client, url string, numbers []string) map[string]summary {
	body, err := json.Marshal(map[string][]string{"dot_numbers": numbers})
	check(err)
	request, err := http.NewRequest("POST", url+"/v1/carriers/bulk", bytes.NewReader(body))
	check(err)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-API-Key", "bench")
	response, err := client.Do(request)
	check(err)
	defer response.Body.Close()
	var records []summary
	check(json.NewDecoder(response.Body).Decode(&records))
	byNumber := make(map[string]summary, len(records))
	for _, record := range records {
		byNumber[record.DotNumber] = record
	}
	return byNumber
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
