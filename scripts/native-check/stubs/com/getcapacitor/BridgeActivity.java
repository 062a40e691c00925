package com.getcapacitor;

import android.os.Bundle;
import androidx.appcompat.app.AppCompatActivity;

public class BridgeActivity extends AppCompatActivity {

    public native Bridge getBridge();

    @Override
    protected void onCreate(Bundle savedInstanceState) {}

    @Override
    public void onStart() {}

    @Override
    public void onStop() {}
}
